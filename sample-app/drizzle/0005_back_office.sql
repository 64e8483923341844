CREATE TABLE "admin_users" (
	"id" uuid PRIMARY KEY,
	"email" varchar(254) NOT NULL UNIQUE,
	"nome" varchar(80) NOT NULL,
	"papel" text NOT NULL CHECK ("papel" IN ('ADMIN', 'OPERADOR', 'LEITURA')),
	"senha_hash" text NOT NULL,
	"ativo" boolean NOT NULL DEFAULT true,
	"criado_em" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
DELETE FROM "admin_sessions";
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "user_id" uuid NOT NULL REFERENCES "admin_users" ("id");
--> statement-breakpoint
CREATE INDEX "admin_sessions_by_user" ON "admin_sessions" ("user_id");
--> statement-breakpoint
CREATE TABLE "admin_audit" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"em" timestamp (3) with time zone NOT NULL DEFAULT now(),
	"user_id" uuid REFERENCES "admin_users" ("id"),
	"acao" text NOT NULL,
	"alvo" varchar(80),
	"resultado" text NOT NULL CHECK ("resultado" IN ('SUCESSO', 'FALHA', 'DESCONHECIDO')),
	"detalhe" varchar(200)
);
--> statement-breakpoint
CREATE INDEX "admin_audit_by_time" ON "admin_audit" ("em", "id");
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"chave" text NOT NULL,
	"tratador" text NOT NULL,
	"tipo" text NOT NULL,
	"txid" varchar(35),
	"end_to_end_id" varchar(32),
	"horario" timestamp (3) with time zone,
	"recebido_em" timestamp (3) with time zone NOT NULL,
	"tentado_em" timestamp (3) with time zone NOT NULL,
	"concluido_em" timestamp (3) with time zone,
	"resultado" text NOT NULL CHECK ("resultado" IN ('PROCESSANDO', 'CONCLUIDO', 'FALHOU')),
	"tentativas" integer NOT NULL DEFAULT 1,
	"erro" varchar(80),
	UNIQUE ("chave", "tratador")
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" ("recebido_em", "id");
--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" ("criado_em", "id");
--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" ("horario", "end_to_end_id");
