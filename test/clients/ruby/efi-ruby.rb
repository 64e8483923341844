# The SDK of Efí for Ruby as published, with only its credentials set. Its HTTP library reads no HTTPS_PROXY, and an
# instance of the SDK makes one call.
require 'json'
require 'sdk_ruby_apis_efi'
require 'uri'

SETTINGS = JSON.parse(File.read(ENV.fetch('PIX_SIMULATOR')))
PROXY = URI(ENV.fetch('HTTPS_PROXY'))
HTTP.default_options = HTTP::Options.new(proxy: { proxy_address: PROXY.host, proxy_port: PROXY.port })
RESULTS = {}

def call(name, params: {}, body: {}, **fields)
  efi = SdkRubyApisEfi.new(
    client_id: SETTINGS['clientId'],
    client_secret: SETTINGS['clientSecret'],
    certificate: ENV.fetch('PIX_PEM'),
    sandbox: false,
    'x-skip-mtls-checking': 'true'
  )
  answer = efi.public_send(name, params: params, body: body)
  refused = answer.is_a?(Hash) ? answer.key?('nome') : answer !~ /20\d/
  raise answer.to_s if refused || fields.any? { |field, value| answer[field.to_s] != value }

  RESULTS[name] = 'ok'
  answer
rescue StandardError => e
  RESULTS[name] = "#{e.class}: #{e.message}"
  {}
end

def day(days) = (Time.now.utc + days * 86_400).strftime('%Y-%m-%d')

period = { inicio: "#{day(-1)}T00:00:00Z", fim: "#{day(1)}T00:00:00Z" }
chave = 'loja@example.com'
webhook = 'https://loja.example.com/pix'
txid = 'pedido00000000000000000001'
cob = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: chave }

call(:pixCreateCharge, params: { txid: txid }, body: cob, status: 'ATIVA')
call(:pixCreateImmediateCharge, body: cob, status: 'ATIVA')
call(:pixUpdateCharge, params: { txid: txid }, body: { solicitacaoPagador: 'Camiseta' }, revisao: 1)
call(:pixDetailCharge, params: { txid: txid }, status: 'ATIVA')
call(:pixListCharges, params: period.dup)

location = call(:pixCreateLocation, body: { tipoCob: 'cob' })
call(:pixLocationList, params: period.dup)
call(:pixDetailLocation, params: { id: location['id'] })

call(:pixConfigWebhook, params: { chave: chave }, body: { webhookUrl: webhook })
call(:pixDetailWebhook, params: { chave: chave }, webhookUrl: webhook)
call(:pixListWebhook, params: period.dup)

e2e_id = JSON.parse(IO.popen(['node', ENV.fetch('PIX_PAY'), txid], &:read))['endToEndId']
call(:pixDetailReceived, params: { e2eId: e2e_id }, valor: '37.00')
call(:pixReceivedList, params: period.dup)
call(:pixDevolution, params: { e2eId: e2e_id, id: 'd1' }, body: { valor: '7.00' }, valor: '7.00')
call(:pixDetailDevolution, params: { e2eId: e2e_id, id: 'd1' }, valor: '7.00')
call(:pixDeleteWebhook, params: { chave: chave })
puts JSON.generate(version: SdkRubyApisEfi::VERSION, results: RESULTS)
