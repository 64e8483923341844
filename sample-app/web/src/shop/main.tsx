import { startApp } from '../layout/start-app.js';
import { ShopApp } from './shop-app.js';

startApp(<ShopApp />);
