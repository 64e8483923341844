<?php
/** elemke/sicoob-pix as published. It reads its settings from a file .env in the working directory. */

require __DIR__ . '/journey.php';

use Elemke\SicoobPix\{Cob, Psp, Webhook};

file_put_contents('.env', <<<ENV
SICOOBPIX_CLIENT_ID=$clientId
SICOOBPIX_CAMINHO_CERT_PUBLICO=$cert
SICOOBPIX_SENHA_CERT_PUBLICO=
SICOOBPIX_CAMINHO_CERT_PRIVADO=$key
SICOOBPIX_SENHA_CERT_PRIVADO=
ENV);
$psp = new Psp(['cob.write', 'cob.read', 'webhook.write', 'webhook.read']);
$cob = new Cob($psp);
$webhook = new Webhook($psp);

$body = array_diff_key(COB, ['devedor' => 0]);
call('Cob::criar com txid', fn() => $cob->criar($body, TXID), ['status' => 'ATIVA']);
call('Cob::criar', fn() => $cob->criar($body), ['status' => 'ATIVA']);
call('Cob::alterar', fn() => $cob->alterar(['solicitacaoPagador' => 'Camiseta'], TXID), ['revisao' => 1]);
call('Cob::consultar', fn() => $cob->consultar(TXID), ['status' => 'ATIVA']);
call('Cob::consultar lista', fn() => $cob->consultar(null, ['inicio' => INICIO, 'fim' => FIM]));
pay(TXID);
call('Cob::consultar paga', fn() => $cob->consultar(TXID), ['status' => 'CONCLUIDA']);
call('Webhook::criar', fn() => $webhook->criar(CHAVE, WEBHOOK));
call('Webhook::consultar', fn() => $webhook->consultar(CHAVE), ['webhookUrl' => WEBHOOK]);
call('Webhook::deletar', fn() => $webhook->deletar(CHAVE));
finish('elemke/sicoob-pix');
