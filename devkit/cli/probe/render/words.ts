import { both, type Text } from '../../language.js';
import type { ProbeOutcome, Verdict } from '../model/report.js';

/** Marks of the verdicts, with their meaning. */
export const marks: Readonly<Record<Verdict, { readonly mark: string; readonly meaning: Text }>> = {
  conforms: { mark: '=', meaning: both('como na especificação', 'as specified') },
  deviates: {
    mark: '!',
    meaning: both('difere da especificação', 'differs from the specification'),
  },
  note: { mark: '-', meaning: both('a especificação não diz', 'the specification does not say') },
  unknown: { mark: '?', meaning: both('não se sabe', 'unknown') },
};

export const outcomes: Readonly<Record<ProbeOutcome, Text>> = {
  complete: both('completo', 'complete'),
  'no-token': both('sem token', 'no token'),
  'no-connection': both('sem conexão', 'no connection'),
};

export const words = {
  title: both('Sonda Pix', 'Pix probe'),
  readOnly: both('só leitura', 'read-only'),
  requests: both('requisições', 'requests'),
  base: both('API', 'API'),
  token: both('Tokens', 'Tokens'),
  draft: both('Rascunho do perfil', 'Draft of the profile'),
  unseen: both('O que a sonda não vê', 'What the probe does not see'),
  share: both(
    'Este relatório não contém segredos nem dados pessoais. Se o banco não tem perfil, envie-o em https://github.com/nestjs-pix/nestjs-pix/issues/new?template=new-bank.yml',
    'This report contains no secrets or personal data. If the bank has no profile, send it at https://github.com/nestjs-pix/nestjs-pix/issues/new?template=new-bank.yml',
  ),
} as const;
