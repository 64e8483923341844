ALTER TABLE "orders" ADD COLUMN "itens" jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "chave_idempotencia" varchar(64) UNIQUE;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelamento_em" timestamp (3) with time zone;
