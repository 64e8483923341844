ALTER TABLE "admin_audit" ADD COLUMN "devolucao_id" varchar(35);
--> statement-breakpoint
CREATE INDEX "admin_audit_by_refund" ON "admin_audit" ("alvo", "devolucao_id") WHERE "devolucao_id" IS NOT NULL;
