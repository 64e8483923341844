import { Module } from '@nestjs/common';
import { RequestDrain } from './request-drain.js';

@Module({ providers: [RequestDrain], exports: [RequestDrain] })
export class RequestDrainModule {}
