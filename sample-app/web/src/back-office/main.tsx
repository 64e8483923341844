import { startApp } from '../layout/start-app.js';
import { BackOfficeApp } from './back-office-app.js';

startApp(<BackOfficeApp />);
