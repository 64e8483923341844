import { Module } from '@nestjs/common';

/**
 * Imports the class `PixModule`, which `overrideModule(PixModule)` replaces; every account imports it. An
 * account that imported the class itself could not stand in its place: Nest would insert it without end.
 */
@Module({})
export class ReplaceableModule {}
