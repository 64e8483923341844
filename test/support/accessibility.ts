import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

/** Ends animations first, because the contrast of fading colors varies. */
const CHECK = `(async () => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
    else animation.cancel();
  }
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations;
})()`;

/** Returns the problems that axe-core finds on the page with its rules for WCAG 2 A and AA and its best practices. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const findings = await page.evaluate<Finding[]>(CHECK);
  return findings.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${impact}: ${id} (${help}) at ${target.join(' ')}\n${failureSummary}`,
    ),
  );
}
