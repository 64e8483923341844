ALTER TABLE "orders" DROP CONSTRAINT "orders_status_check";
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("status" IN ('CRIANDO', 'PENDENTE', 'PAGO', 'CANCELANDO', 'CANCELADO', 'EXPIRADO', 'EM_ANALISE', 'DEVOLVENDO', 'DEVOLVIDO'));
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "status" SET DEFAULT 'CRIANDO';
--> statement-breakpoint
CREATE TABLE "order_transitions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"order_id" uuid NOT NULL REFERENCES "orders" ("id"),
	"de" text,
	"para" text NOT NULL,
	"motivo" text NOT NULL,
	"em" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "order_transitions_by_order" ON "order_transitions" ("order_id");
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "tarefa" text CHECK ("tarefa" IN ('ABERTA', 'DEVOLVENDO', 'DEVOLVIDA'));
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "devolucao_id" varchar(35);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "devolucao_erro" text;
--> statement-breakpoint
UPDATE "payments" SET "tarefa" = 'ABERTA' WHERE "situacao" <> 'APLICADO';
--> statement-breakpoint
CREATE INDEX "payments_by_task" ON "payments" ("tarefa") WHERE "tarefa" IN ('ABERTA', 'DEVOLVENDO');
--> statement-breakpoint
WITH "moved" AS (
	SELECT "id", "status", CASE
		WHEN "status" = 'PENDENTE' AND "cancelamento_em" IS NOT NULL THEN 'CANCELANDO'
		WHEN "status" = 'PENDENTE' THEN 'CRIANDO'
		ELSE 'EM_ANALISE'
	END AS "para"
	FROM "orders"
	WHERE ("status" = 'PENDENTE' AND ("cancelamento_em" IS NOT NULL OR "pix_copia_e_cola" IS NULL))
		OR ("status" IN ('CANCELADO', 'EXPIRADO') AND "id" IN (SELECT "order_id" FROM "payments" WHERE "tarefa" = 'ABERTA'))
), "recorded" AS (
	INSERT INTO "order_transitions" ("order_id", "de", "para", "motivo")
	SELECT "id", "status", "para", 'migração 0002' FROM "moved"
)
UPDATE "orders" SET "status" = "moved"."para" FROM "moved" WHERE "orders"."id" = "moved"."id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "cancelamento_em";
--> statement-breakpoint
DROP INDEX "orders_pending_by_expiry";
--> statement-breakpoint
CREATE INDEX "orders_open_by_expiry" ON "orders" ("expira_em") WHERE "status" IN ('CRIANDO', 'PENDENTE', 'CANCELANDO');
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"token_hash" varchar(64) PRIMARY KEY,
	"expira_em" timestamp (3) with time zone NOT NULL
);
