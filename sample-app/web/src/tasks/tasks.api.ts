import type { TaskView } from '../../../src/backoffice/task.view.js';
import { call, url } from '../api/call.js';

export const tasksApi = {
  list: (signal: AbortSignal) => call<TaskView[]>('/api/admin/tasks', { signal }),
  refund: (endToEndId: string) =>
    call<TaskView>(url`/api/admin/tasks/${endToEndId}/refund`, { method: 'POST' }),
};
