import type { Bulk } from '../../app/bulk/bulk.ts'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { reasonFor } from './actions.tsx'
import { sizeProblem } from './many-sizes.ts'
import type { Instance } from './use-instance.ts'

/** Bulk actions on instances. */
export const BULK: Bulk<Pick<Instance, 'id' | 'name' | 'runState' | 'deletionProtected'>> = {
  thing: ['instance', 'instances'],
  nameOf: ({ name }) => name,
  actions: [
    { label: 'Start', operation: 'instance_start', reason: (instance) => reasonFor('start', instance) },
    {
      label: 'Stop',
      operation: 'instance_stop',
      note: 'Their disks and IP addresses are kept. Their CPU and memory become available to other instances.',
      reason: (instance) => reasonFor('stop', instance),
    },
    { label: 'Reboot', operation: 'instance_reboot', reason: (instance) => reasonFor('reboot', instance) },
    {
      label: 'Resize',
      operation: 'instance_resize',
      plan: lazyPart(() => import('./resize-many.tsx')),
      problemOf: ({ size }) => sizeProblem(size),
      reason: (instance) => reasonFor('resize', instance),
    },
    TAG_ACTION,
    {
      label: 'Delete',
      operation: 'instance_delete',
      danger: true,
      plan: lazyPart(() => import('./deletion/bulk-plan.tsx')),
      reason: (instance) => reasonFor('delete', instance),
    },
  ],
}
