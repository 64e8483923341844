<?php
/** divulgueregional/api-sicredi as published: the token parameters in the query, version 2 of every path. */

require __DIR__ . '/journey.php';

$sicredi = new Divulgueregional\ApiSicredi\SicrediPix([
    'producao' => 1,
    'CLIENT_ID' => $clientId,
    'CLIENT_SECRET' => $clientSecret,
    'CERTIFICADO_CER' => $cert,
    'CERTIFICADO_KEY' => $key,
]);

$created = call('criarCobranca', fn() => $sicredi->criarCobranca(COB), ['status' => 'ATIVA']);
$txid = $created['txid'] ?? TXID;
call('dadosDeCobranca', fn() => $sicredi->dadosDeCobranca($txid), ['status' => 'ATIVA']);
pay($txid);
call('dadosDeCobranca paga', fn() => $sicredi->dadosDeCobranca($txid), ['status' => 'CONCLUIDA']);
call('updateWebhook', fn() => [$sicredi->updateWebhook(WEBHOOK, CHAVE)], ['WebHook criado com sucesso.']);
call('getWebhook', fn() => $sicredi->getWebhook(CHAVE), ['webhookUrl' => WEBHOOK]);
call('deleteWebhook', fn() => [$sicredi->deleteWebhook(CHAVE)], ['WebHook EXCLUIDO com sucesso.']);
finish('divulgueregional/api-sicredi');
