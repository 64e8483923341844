CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY,
	"contrato" varchar(35) NOT NULL UNIQUE,
	"plano" text NOT NULL,
	"valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
	"nome" varchar(140) NOT NULL,
	"cpf" varchar(11) NOT NULL,
	"jornada" text NOT NULL CHECK ("jornada" IN ('JORNADA_2', 'JORNADA_3')),
	"status" text NOT NULL DEFAULT 'CRIANDO' CHECK ("status" IN ('CRIANDO', 'AGUARDANDO_APROVACAO', 'ATIVA', 'CANCELANDO', 'CANCELADA', 'RECUSADA', 'EXPIRADA')),
	"data_inicial" date NOT NULL,
	"id_rec" varchar(29) UNIQUE,
	"pix_copia_e_cola" text,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"aprovar_ate" timestamp (3) with time zone NOT NULL,
	"envio_em" timestamp (3) with time zone,
	"aprovada_em" timestamp (3) with time zone,
	"encerrada_em" timestamp (3) with time zone,
	"motivo" text,
	"conferir_em" timestamp (3) with time zone,
	"chave_idempotencia" varchar(64) UNIQUE
);
--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" ("conferir_em") WHERE "conferir_em" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "subscription_charges" (
	"id" uuid PRIMARY KEY,
	"subscription_id" uuid NOT NULL REFERENCES "subscriptions" ("id"),
	"competencia" varchar(7) NOT NULL CHECK ("competencia" ~ '^[0-9]{4}-[0-9]{2}$'),
	"tipo" text NOT NULL CHECK ("tipo" IN ('IMEDIATA', 'RECORRENTE')),
	"txid" varchar(35) NOT NULL UNIQUE,
	"valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
	"vencimento" date NOT NULL,
	"status" text NOT NULL DEFAULT 'AGENDANDO' CHECK ("status" IN ('AGENDANDO', 'AGENDADA', 'EM_NOVA_TENTATIVA', 'PAGA', 'REJEITADA', 'NAO_PAGA', 'CANCELADA')),
	"retentativas" integer NOT NULL DEFAULT 0,
	"nova_tentativa" date,
	"tentativa_pedida_em" timestamp (3) with time zone,
	"end_to_end_id" varchar(32),
	"paga_em" timestamp (3) with time zone,
	"motivo" text,
	"conferir_em" timestamp (3) with time zone,
	"criado_em" timestamp (3) with time zone NOT NULL DEFAULT now(),
	CONSTRAINT "subscription_charges_by_month" UNIQUE ("subscription_id", "competencia")
);
--> statement-breakpoint
CREATE INDEX "subscription_charges_due" ON "subscription_charges" ("conferir_em") WHERE "conferir_em" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "subscription_transitions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"subscription_id" uuid NOT NULL REFERENCES "subscriptions" ("id"),
	"charge_id" uuid REFERENCES "subscription_charges" ("id"),
	"de" text,
	"para" text NOT NULL,
	"motivo" text NOT NULL,
	"em" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "subscription_transitions_by_subscription" ON "subscription_transitions" ("subscription_id");
