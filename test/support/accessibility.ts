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

/** Animations are ended first, since colours that fade have no contrast of their own. */
const CHECK = `(async () => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
    else animation.cancel();
  }
  const { violations } = await axe.run(document);
  return violations;
})()`;

/**
 * What axe-core finds wrong with the page as it is, in words: all of its rules for WCAG 2 A and AA and its best practices.
 * Empty when there is nothing.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate<Finding[]>(CHECK);
  return findings.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${impact}: ${id} (${help}) at ${target.join(' ')}\n${failureSummary}`,
    ),
  );
}
