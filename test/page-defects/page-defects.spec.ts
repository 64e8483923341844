import { describe, expect, it } from '@jest/globals';
import { areas, plant } from './areas.js';

describe('the defects of pages', () => {
  it('are 60, and can be planted', () => {
    const all = areas.flatMap((area) => area.defects.map((defect) => ({ area, defect })));
    expect(new Set(all.map(({ defect }) => defect.name)).size).toBe(60);
    const stale = all.filter(({ area, defect }) => plant(area, defect) === undefined);
    expect(stale.map(({ defect }) => defect.name)).toEqual([]);
  });
});
