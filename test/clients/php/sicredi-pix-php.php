<?php
/** raphaelvserafim/api-sicredi-pix as published: the token parameters in the query, version 2 of every path. */

require __DIR__ . '/journey.php';

$sicredi = new Cachesistemas\ApiPixSicredi\PixSicredi([
    'producao' => 1,
    'client_id' => $clientId,
    'client_secret' => $clientSecret,
    'crt_file' => $cert,
    'key_file' => $key,
    'pass' => '',
]);
$token = call('accessToken', fn() => $sicredi->accessToken(), ['token_type' => 'Bearer']);
$sicredi->token = $token['access_token'] ?? '';

$created = call('criarCobranca', fn() => $sicredi->criarCobranca(COB), ['status' => 'ATIVA']);
$txid = $created['txid'] ?? TXID;
call('dadosDeCobranca', fn() => $sicredi->dadosDeCobranca($txid), ['status' => 'ATIVA']);
pay($txid);
call('dadosDeCobranca paga', fn() => $sicredi->dadosDeCobranca($txid), ['status' => 'CONCLUIDA']);
// An empty answer is a success, a text describes a refusal.
$done = ['done' => true];
call('updateWebhook', fn() => $sicredi->updateWebhook(WEBHOOK, CHAVE) ?: $done, $done);
call('getUrlWebhook', fn() => $sicredi->getUrlWebhook(CHAVE), ['webhookUrl' => WEBHOOK]);
call('deleteUrlWebhook', fn() => $sicredi->deleteUrlWebhook(CHAVE) ?: $done, $done);
finish('cachesistemas/api-pix-sicredi');
