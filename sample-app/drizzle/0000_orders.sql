CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY,
	"txid" varchar(35) NOT NULL UNIQUE,
	"descricao" varchar(140) NOT NULL,
	"valor" numeric(12, 2) NOT NULL CHECK ("valor" > 0),
	"status" text NOT NULL DEFAULT 'PENDENTE' CHECK ("status" IN ('PENDENTE', 'PAGO', 'CANCELADO', 'EXPIRADO')),
	"pix_copia_e_cola" text,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"pago_em" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "orders_pending_by_expiry" ON "orders" ("expira_em") WHERE "status" = 'PENDENTE';
--> statement-breakpoint
CREATE TABLE "payments" (
	"end_to_end_id" varchar(32) PRIMARY KEY,
	"txid" varchar(35) NOT NULL,
	"order_id" uuid REFERENCES "orders" ("id"),
	"valor" numeric(12, 2) NOT NULL,
	"horario" timestamp (3) with time zone NOT NULL,
	"situacao" text NOT NULL CHECK ("situacao" IN ('APLICADO', 'FORA_DO_PRAZO', 'VALOR_DIVERGENTE', 'REPETIDO', 'SEM_PEDIDO')),
	"registrado_em" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" ("order_id");
