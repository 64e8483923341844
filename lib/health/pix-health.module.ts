import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { PixHealthIndicator } from './pix-health.indicator.js';

/** Provides {@link PixHealthIndicator}. Import it next to `TerminusModule`. */
@Module({
  imports: [TerminusModule, DiscoveryModule],
  providers: [PixHealthIndicator],
  exports: [PixHealthIndicator],
})
export class PixHealthModule {}
