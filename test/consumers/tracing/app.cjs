// One call with a token at a simulated provider, in the same process.
exports.run = async ({ createPixClient, generateTxid }, { PixSimulator }) => {
  const simulator = await PixSimulator.start();
  const pix = await createPixClient(simulator.moduleOptions);
  const body = { valor: { original: '37.00' }, chave: 'loja@example.com' };
  const { status } = await pix.cob.createWithTxid(generateTxid(), body);
  await pix.close();
  await simulator.close();
  console.log(JSON.stringify({ status }));
};
