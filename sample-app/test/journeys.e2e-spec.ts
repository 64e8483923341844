import { describeJourneys } from './journeys.js';
import { openShop } from './support/open-shop.js';

describeJourneys('journeys in demo mode, with the embedded database', () => openShop());
