import { holds, joinOutcomes, type Check } from './check.js';

const BODIES: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/jose': 'jws',
};

/** Success statuses, response body kinds and required request bodies must be those of the file. */
export const checkStatus: Check = ({ file, row }) => {
  const statuses = [...file.success.keys()];
  const [media] = file.success.values();
  const answer = media === undefined ? 'empty' : (BODIES[media] ?? media);
  const request = file.body ? (file.bodyRequired ? 'required' : 'optional') : 'none';
  const at = file.name;
  return joinOutcomes(
    holds(statuses.join() === row.success.join(), {
      at,
      what: `answers ${statuses.join()}; the contract has ${row.success.join()}`,
    }),
    holds(answer === row.responseBody, {
      at,
      what: `answers ${answer}; the contract has ${row.responseBody}`,
    }),
    holds(request === (row.body ? 'required' : 'none'), {
      at,
      what: `accepts a body: ${request}; in the contract: ${row.body ? 'required' : 'none'}`,
    }),
  );
};
