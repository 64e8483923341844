CREATE TABLE "invoice_batches" (
	"id" uuid PRIMARY KEY,
	"arquivo" varchar(200) NOT NULL,
	"resumo" varchar(64) NOT NULL,
	"chave_idempotencia" varchar(64) NOT NULL UNIQUE,
	"criado_em" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lotes" (
	"id" bigint PRIMARY KEY,
	"batch_id" uuid NOT NULL REFERENCES "invoice_batches" ("id"),
	"aceito_em" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "invoice_lotes_by_batch" ON "invoice_lotes" ("batch_id");
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY,
	"txid" varchar(35) NOT NULL UNIQUE,
	"nome" varchar(200) NOT NULL,
	"cpf_cnpj" varchar(14) NOT NULL,
	"descricao" varchar(140) NOT NULL,
	"valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
	"vencimento" date NOT NULL,
	"dias_apos_vencimento" integer NOT NULL CHECK ("dias_apos_vencimento" >= 0),
	"multa_percentual" numeric(5, 2) CHECK ("multa_percentual" > 0),
	"juros_percentual_mes" numeric(5, 2) CHECK ("juros_percentual_mes" > 0),
	"desconto_percentual" numeric(5, 2) CHECK ("desconto_percentual" > 0 AND "desconto_percentual" < 100),
	"desconto_ate" date CHECK ("desconto_ate" <= "vencimento"),
	"status" text NOT NULL DEFAULT 'CRIANDO' CHECK ("status" IN ('CRIANDO', 'PENDENTE', 'PAGO', 'CANCELANDO', 'CANCELADO', 'EXPIRADO', 'EM_ANALISE', 'DEVOLVENDO', 'DEVOLVIDO', 'NEGADO')),
	"pix_copia_e_cola" text,
	"erro" text,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"pago_em" timestamp (3) with time zone,
	"valor_pago" numeric(12, 2),
	"chave_idempotencia" varchar(64) UNIQUE,
	"lote_id" bigint REFERENCES "invoice_lotes" ("id"),
	"linha" integer,
	CHECK (("desconto_percentual" IS NULL) = ("desconto_ate" IS NULL))
);
--> statement-breakpoint
CREATE INDEX "invoices_by_lote" ON "invoices" ("lote_id");
--> statement-breakpoint
CREATE INDEX "invoices_by_creation" ON "invoices" ("criado_em");
--> statement-breakpoint
CREATE INDEX "invoices_open_by_expiry" ON "invoices" ("expira_em") WHERE "status" IN ('CRIANDO', 'PENDENTE', 'CANCELANDO');
--> statement-breakpoint
CREATE TABLE "invoice_transitions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"invoice_id" uuid NOT NULL REFERENCES "invoices" ("id"),
	"de" text,
	"para" text NOT NULL,
	"motivo" text NOT NULL,
	"em" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "invoice_transitions_by_invoice" ON "invoice_transitions" ("invoice_id");
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_id" uuid REFERENCES "invoices" ("id");
--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" ("invoice_id");
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" varchar(35) PRIMARY KEY,
	"end_to_end_id" varchar(32) NOT NULL REFERENCES "payments" ("end_to_end_id"),
	"valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
	"status" text NOT NULL DEFAULT 'DEVOLVENDO' CHECK ("status" IN ('DEVOLVENDO', 'DEVOLVIDA', 'NAO_REALIZADA')),
	"erro" text,
	"pedida_em" timestamp (3) with time zone NOT NULL DEFAULT now(),
	"concluida_em" timestamp (3) with time zone,
	"chave_idempotencia" varchar(64) UNIQUE
);
--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" ("end_to_end_id");
--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" ("status") WHERE "status" = 'DEVOLVENDO';
--> statement-breakpoint
INSERT INTO "refunds" ("id", "end_to_end_id", "valor", "status", "erro")
SELECT "devolucao_id", "end_to_end_id", "valor",
	CASE "tarefa" WHEN 'DEVOLVENDO' THEN 'DEVOLVENDO' WHEN 'DEVOLVIDA' THEN 'DEVOLVIDA' ELSE 'NAO_REALIZADA' END,
	"devolucao_erro"
FROM "payments" WHERE "devolucao_id" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "devolucao_id";
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "devolucao_erro";
