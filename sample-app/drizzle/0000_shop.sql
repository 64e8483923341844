-- What the shop sells and to whom. What was charged and paid is in the tables of the ledger, under the same ids.
CREATE TABLE "orders" (
  "id" uuid PRIMARY KEY,
  "itens" jsonb NOT NULL,
  "descricao" text NOT NULL,
  "valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
  "entrega" text NOT NULL DEFAULT 'AGUARDA' CHECK ("entrega" IN ('AGUARDA', 'LIBERADA', 'SUSPENSA')),
  "criado_em" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "chave_idempotencia" text UNIQUE
);
--> statement-breakpoint
CREATE TABLE "invoices" (
  "id" uuid PRIMARY KEY,
  "nome" text NOT NULL,
  "cpf_cnpj" text NOT NULL,
  "descricao" text NOT NULL,
  "valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
  "vencimento" date NOT NULL,
  "dias_apos_vencimento" integer NOT NULL,
  "multa_percentual" numeric(5, 2),
  "juros_percentual_mes" numeric(5, 2),
  "desconto_percentual" numeric(5, 2),
  "desconto_ate" date,
  "quitada_em" timestamp(3) with time zone,
  "criado_em" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "chave_idempotencia" text UNIQUE
);
--> statement-breakpoint
CREATE INDEX "invoices_criado_em" ON "invoices" ("criado_em" DESC, "id" DESC);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
  "id" uuid PRIMARY KEY,
  "contrato" text NOT NULL UNIQUE,
  "plano" text NOT NULL,
  "valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
  "nome" text NOT NULL,
  "cpf" text NOT NULL,
  "data_inicial" date NOT NULL,
  "criado_em" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "chave_idempotencia" text UNIQUE
);
--> statement-breakpoint
CREATE TABLE "subscription_months" (
  "subscription_id" uuid NOT NULL REFERENCES "subscriptions" ("id"),
  "competencia" text NOT NULL,
  "cobranca" text NOT NULL UNIQUE,
  "vencimento" date NOT NULL,
  "entrega" text NOT NULL DEFAULT 'AGUARDA' CHECK ("entrega" IN ('AGUARDA', 'LIBERADA')),
  PRIMARY KEY ("subscription_id", "competencia")
);
