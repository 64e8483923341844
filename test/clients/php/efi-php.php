<?php
/** The SDK of Efí for PHP as published, with only its credentials set. */

require __DIR__ . '/journey.php';

$efi = new Efi\EfiPay([
    'clientId' => $clientId,
    'clientSecret' => $clientSecret,
    'certificate' => getenv('PIX_PEM'),
    'sandbox' => false,
    'timeout' => 30,
    'headers' => ['x-skip-mtls-checking' => true],
]);
$period = ['inicio' => INICIO, 'fim' => FIM];
$read = fn(string $name, array $params = [], array $body = [], array $fields = []) =>
    call($name, fn() => $efi->$name($params, $body), $fields);

$txid = ['txid' => TXID];
$read('pixCreateCharge', $txid, COB, ['status' => 'ATIVA']);
$immediate = $read('pixCreateImmediateCharge', [], COB, ['status' => 'ATIVA']);
$read('pixUpdateCharge', $txid, ['solicitacaoPagador' => 'Camiseta'], ['revisao' => 1]);
$read('pixDetailCharge', $txid, [], ['status' => 'ATIVA']);
$read('pixListCharges', $period);
$read('pixGenerateQRCode', ['id' => $immediate['loc']['id'] ?? 0]);

$due = ['txid' => 'boleto00000000000000000001'];
$read('pixCreateDueCharge', $due, COBV, ['status' => 'ATIVA']);
$read('pixUpdateDueCharge', $due, ['solicitacaoPagador' => 'Curso'], ['revisao' => 1]);
$read('pixDetailDueCharge', $due, [], ['status' => 'ATIVA']);
$read('pixListDueCharges', $period);

$location = $read('pixCreateLocation', [], ['tipoCob' => 'cob']);
$read('pixLocationList', $period);
$read('pixDetailLocation', ['id' => $location['id'] ?? 0]);

$chave = ['chave' => CHAVE];
$read('pixConfigWebhook', $chave, ['webhookUrl' => WEBHOOK]);
$read('pixDetailWebhook', $chave, [], ['webhookUrl' => WEBHOOK]);
$read('pixListWebhook', $period);

$e2eId = pay(TXID);
$read('pixDetailReceived', ['e2eId' => $e2eId], [], ['valor' => '37.00']);
$read('pixReceivedList', $period);
$refund = ['e2eId' => $e2eId, 'id' => 'd1'];
$read('pixDevolution', $refund, ['valor' => '7.00'], ['valor' => '7.00']);
$read('pixDetailDevolution', $refund, [], ['valor' => '7.00']);
$read('pixDeleteWebhook', $chave);
finish('efipay/sdk-php-apis-efi');
