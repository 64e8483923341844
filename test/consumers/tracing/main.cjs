const { run } = require('./app.cjs');
void run(require('nestjs-pix'), require('nestjs-pix-devkit'));
