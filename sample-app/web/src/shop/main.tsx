import { startApp } from '../layout/start-app.js';
import { redirectOldLinks } from './old-links.js';
import { ShopApp } from './shop-app.js';

redirectOldLinks();
startApp(<ShopApp />);
