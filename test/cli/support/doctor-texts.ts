import { nameAccount } from '../../../devkit/cli/account.js';
import { catalogues } from '../../../devkit/cli/texts/catalogues.js';

/** The findings of `nestjs-pix doctor` in English, for the variables of the environment. */
export const doctorTexts = catalogues.en.doctor.report(nameAccount({ prefix: 'PIX_' }));
