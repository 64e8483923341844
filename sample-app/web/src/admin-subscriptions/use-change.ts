import type { SubscriptionDetailView } from '../../../src/backoffice/subscriptions/subscription-detail.view.js';
import { explainUnknown } from '../api/explain-unknown.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';

/** How a page of a subscription follows a change. */
export interface Change {
  readonly onChange: (subscription: SubscriptionDetailView) => void;
  readonly reload: () => Promise<void>;
}

/**
 * An action that changes a subscription: shows the result, and reads the subscription again after a failure.
 *
 * @param describe what a person reads after it
 */
export function useChange<Args extends readonly string[]>(
  { onChange, reload }: Change,
  act: (...args: Args) => Promise<SubscriptionDetailView>,
  describe: (subscription: SubscriptionDetailView) => string,
) {
  const showToast = useToast();
  return useAction(async (...args: Args) => {
    showToast();
    try {
      const changed = await act(...args);
      onChange(changed);
      showToast(describe(changed));
    } catch (error) {
      await reload();
      throw explainUnknown(error);
    }
  });
}
