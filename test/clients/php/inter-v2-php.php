<?php
/** divulgueregional/api-inter-v2 as published, with the authority of the simulated bank as `verify`. */

require __DIR__ . '/journey.php';

$inter = new Divulgueregional\ApiInterV2\InterBanking([
    'certificate' => $cert,
    'certificateKey' => $key,
    'verify' => $ca,
]);

/** The client answers a refusal as an array without `response`. */
function read(string $name, array $fields, ...$arguments): array
{
    return call($name, function () use ($name, $arguments) {
        global $inter;
        $answer = $inter->$name(...$arguments);
        if (!array_key_exists('response', $answer) || $answer['status'] > 299) {
            throw new Exception(json_encode($answer));
        }
        return $answer['response'] ?? [];
    }, $fields);
}

// Its default scopes include those of other APIs of the bank, which the simulated one does not have.
$scopes = 'cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read';
$token = call('getToken', fn() => $inter->getToken($clientId, $clientSecret, $scopes), ['token_type' => 'Bearer']);
$inter->setToken($token['access_token'] ?? '');

$period = ['inicio' => INICIO, 'fim' => FIM];
read('criarCobrancaImediata', ['status' => 'ATIVA'], TXID, COB);
read('criarCobrancaImediataPSP', ['status' => 'ATIVA'], COB);
read('atualizarCobrancaImediata', ['revisao' => 1], TXID, ['solicitacaoPagador' => 'Camiseta']);
read('consultarCobrancaImediata', ['status' => 'ATIVA'], TXID);
read('consultarListaCobrancaImediata', [], $period);

$due = 'boleto00000000000000000001';
read('criarCobrancaVencimento', ['status' => 'ATIVA'], $due, COBV);
read('atualizarCobrancaVencimento', ['revisao' => 1], $due, ['solicitacaoPagador' => 'Curso']);
read('consultarCobrancaVencimento', ['status' => 'ATIVA'], $due);
read('consultarListaCobrancaVencimento', [], $period);

read('criarWebhookPix', [], CHAVE, WEBHOOK);
read('obterWebhookCadastradoPix', ['webhookUrl' => WEBHOOK], CHAVE);

$e2eId = pay(TXID);
read('consultarPix', ['valor' => '37.00'], $e2eId);
read('consultarPixRecebidos', [], $period);
read('solicitardevolucao', ['valor' => '7.00'], $e2eId, 'd1', ['valor' => '7.00']);
read('consultadevolucao', ['valor' => '7.00'], $e2eId, 'd1');
read('excluirWebhookPix', [], CHAVE);
finish('divulgueregional/api-inter-v2');
