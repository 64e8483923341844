CREATE INDEX "subscriptions_by_time" ON "subscriptions" ("criado_em", "id");
--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" ("criado_em", "id");
--> statement-breakpoint
DROP INDEX "invoices_by_creation";
