<?php
/** prime-motorsport-performance/bb-pix-v2 as published, at the production addresses of Banco do Brasil. */

require __DIR__ . '/journey.php';

use PixApiBB\API\API;
use PixApiBB\Services\Cobranca\Cobranca;
use PixApiBB\Services\Pix\Pix;

$api = API::make(
    $clientId,
    $clientSecret,
    $settings['appKey'],
    'https://api-pix.bb.com.br/pix/v2/',
    'https://oauth.bb.com.br/oauth/token',
    $cert,
    $key,
);
$cobranca = Cobranca::make($api);
$pix = Pix::make($api);

$person = [null, '12345678909', 'Francisco da Silva'];
$rest = ['37.00', CHAVE, 'Camiseta', [['nome' => 'Pedido', 'valor' => '1']]];
call('Cobranca::criar', fn() => $cobranca->criar(3600, ...$person, ...$rest), ['status' => 'ATIVA']);
call('Cobranca::cirarComTxId', fn() => $cobranca->cirarComTxId(TXID, 3600, ...$person, ...$rest), ['status' => 'ATIVA']);
call('Cobranca::revisarComTxId', fn() => $cobranca->revisarComTxId(TXID, solicitacaoPagador: 'Camiseta'), ['revisao' => 1]);
call('Cobranca::consultarComTxId', fn() => $cobranca->consultarComTxId(TXID), ['status' => 'ATIVA']);
call('Cobranca::consultarLista', fn() => $cobranca->consultarLista(INICIO, FIM, '', '', true, 'ATIVA'));
$e2eId = pay(TXID);
call('Cobranca::consultarComTxId paga', fn() => $cobranca->consultarComTxId(TXID), ['status' => 'CONCLUIDA']);
call('Pix::consultarRecebido', fn() => $pix->consultarRecebido($e2eId), ['valor' => '37.00']);
call('Pix::consultarRecebidos', fn() => $pix->consultarRecebidos(INICIO, FIM, TXID, true, false, '', ''));
finish('prime-motorsport-performance/bb-pix-v2');
