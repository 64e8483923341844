<?php
/** The SDK of Banco Inter for PHP as published. It writes its logs to the working directory. */

require __DIR__ . '/journey.php';

use Inter\Model\{Calendario, CobrancaBody, Devedor, Devolucao, Valor};

// It takes only files that end with .crt and .key.
copy($cert, 'client.crt');
copy($key, 'client.key');
$pix = (new Inter\InterSdk($clientId, $clientSecret, 'client.crt', 'client.key'))->pix();
$read = fn(string $name, array $fields, ...$arguments) =>
    call($name, fn() => $pix->$name(...$arguments), $fields);

$body = new CobrancaBody();
$body->enricher(json_decode(json_encode(COB)));
$change = new CobrancaBody();
$change->setSolicitacaoPagador('Camiseta');

$read('criarCobrancaImediataTxId', ['status' => 'ATIVA'], TXID, $body);
$read('criarCobrancaImediata', ['status' => 'ATIVA'], $body);
$read('revisarCobrancaImediata', ['revisao' => 1], TXID, $change);
$read('consultarCobrancaImediata', ['status' => 'ATIVA'], TXID);
$read('consultarListaCobrancasImediatas', [], true, INICIO, FIM);

$read('criarWebhook', [], WEBHOOK, CHAVE);
$read('obterWebhookCadastrado', ['webhookUrl' => WEBHOOK], CHAVE);

$e2eId = pay(TXID);
$read('consultarPix', ['valor' => '37.00'], $e2eId);
$read('consultarPixRecebidos', [], true, INICIO, FIM);
$read('solicitarDevolucao', ['valor' => '7.00'], $e2eId, 'd1', new Devolucao('7.00'));
$read('consultarDevolucao', ['valor' => '7.00'], $e2eId, 'd1');
$read('excluirWebhook', [], CHAVE);
finish('inter/inter-sdk-php');
