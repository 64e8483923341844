<?php
/** What the journeys of the PHP clients share: the settings of the bank, the payer and the results. */

$settings = json_decode(file_get_contents(getenv('PIX_SIMULATOR')), true);
['ca' => $ca, 'cert' => $cert, 'key' => $key] = $settings['files'];
$clientId = $settings['clientId'];
$clientSecret = $settings['clientSecret'] ?? null;

const TXID = 'pedido00000000000000000001';
const CHAVE = 'loja@example.com';
const WEBHOOK = 'https://loja.example.com/pix';
define('INICIO', gmdate('Y-m-d\TH:i:s\Z', time() - 86400));
define('FIM', gmdate('Y-m-d\TH:i:s\Z', time() + 86400));
const COB = [
    'calendario' => ['expiracao' => 3600],
    'devedor' => ['cpf' => '12345678909', 'nome' => 'Francisco da Silva'],
    'valor' => ['original' => '37.00'],
    'chave' => CHAVE,
];
define('COBV', [
    'calendario' => ['dataDeVencimento' => gmdate('Y-m-d', time() + 30 * 86400)],
    'devedor' => [
        'cpf' => '12345678909',
        'nome' => 'Francisco da Silva',
        'logradouro' => 'Alameda Souza, 80',
        'cidade' => 'Recife',
        'uf' => 'PE',
        'cep' => '70011750',
    ],
    'valor' => ['original' => '123.45'],
    'chave' => CHAVE,
]);

$results = [];

/**
 * Calls, and records ok or what went wrong. The answer, an array or the text of one, must have the fields.
 */
function call(string $name, callable $action, array $fields = []): array
{
    global $results;
    try {
        $answer = $action();
        $read = is_string($answer) ? json_decode($answer, true) : json_decode(json_encode($answer), true);
        $read = is_array($read) ? $read : [];
        foreach ($fields as $field => $value) {
            if (($read[$field] ?? null) !== $value) {
                throw new Exception("$field is not $value: " . json_encode($answer));
            }
        }
        $results[$name] = 'ok';
        return $read;
    } catch (Throwable $error) {
        $results[$name] = get_class($error) . ': ' . $error->getMessage();
        return [];
    }
}

/** Pays a charge as the payer. Returns the endToEndId, or an empty text if the charge cannot be paid. */
function pay(string $txid): string
{
    $command = 'node ' . escapeshellarg(getenv('PIX_PAY')) . ' ' . escapeshellarg($txid);
    return json_decode(shell_exec($command), true)['endToEndId'] ?? '';
}

/** Prints the version of the client and the results. */
function finish(string $package): void
{
    global $results;
    $version = Composer\InstalledVersions::getPrettyVersion($package);
    echo "\n", json_encode(['version' => $version, 'results' => $results]), "\n";
}
