CREATE INDEX "admin_audit_unknown" ON "admin_audit" ("em") WHERE "resultado" = 'DESCONHECIDO';
