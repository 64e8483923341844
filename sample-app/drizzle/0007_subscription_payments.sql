ALTER TABLE "payments" ADD COLUMN "subscription_charge_id" uuid REFERENCES "subscription_charges" ("id");
--> statement-breakpoint
CREATE INDEX "payments_by_subscription_charge" ON "payments" ("subscription_charge_id");
--> statement-breakpoint
UPDATE "payments" SET "subscription_charge_id" = "c"."id" FROM "subscription_charges" AS "c" WHERE "c"."txid" = "payments"."txid";
--> statement-breakpoint
INSERT INTO "payments" ("end_to_end_id", "txid", "subscription_charge_id", "valor", "horario", "situacao")
SELECT "end_to_end_id", "txid", "id", "valor", "paga_em", 'APLICADO' FROM "subscription_charges"
WHERE "status" = 'PAGA' AND "end_to_end_id" IS NOT NULL AND "paga_em" IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE "subscription_charges" DROP CONSTRAINT "subscription_charges_status_check";
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_status_check" CHECK ("status" IN ('AGENDANDO', 'AGENDADA', 'EM_NOVA_TENTATIVA', 'PAGA', 'REJEITADA', 'NAO_PAGA', 'CANCELADA', 'DEVOLVIDA'));
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pkey";
--> statement-breakpoint
ALTER TABLE "refunds" ADD PRIMARY KEY ("end_to_end_id", "id");
--> statement-breakpoint
ALTER TABLE "admin_audit" ALTER COLUMN "alvo" TYPE varchar(120);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "id_rec" varchar(29);
--> statement-breakpoint
UPDATE "webhook_deliveries" SET "id_rec" = split_part("chave", ':', 2) WHERE "tipo" = 'recorrencia' AND length(split_part("chave", ':', 2)) <= 29;
