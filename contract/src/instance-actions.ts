import { Instance } from './schemas/instance-views.ts'
import { on } from './needs.ts'
import { family, post } from './operation.ts'
import { inProject } from './scalars.ts'

/** Power, and protection from deletion. */
export const instanceActions = family('instances', {
  instanceStart: post('/v1/instances/{instance}/start', {
    summary: 'Start instance',
    description:
      'Reserves capacity and quota at once; the machine boots afterwards. An instance that is still being created starts once it is. Succeeds when the instance is already starting or running.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceStop: post('/v1/instances/{instance}/stop', {
    summary: 'Stop instance',
    description:
      'Shuts the machine down and releases its capacity and quota. An instance that is still being created does not start. Succeeds when the instance is already stopping or stopped.',
    needsSpace: false,
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceReboot: post('/v1/instances/{instance}/reboot', {
    summary: 'Reboot instance',
    description: 'Restarts a running machine. It stays on the same sled.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 202,
  }),
  instanceProtect: post('/experimental/v1/instances/{instance}/protect', {
    summary: 'Protect instance from deletion',
    description:
      'Deleting the instance is refused until the protection is lifted, also with its project or silo. It can still be stopped and changed.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 200,
  }),
  instanceUnprotect: post('/experimental/v1/instances/{instance}/unprotect', {
    summary: 'Lift the deletion protection of instance',
    description: 'The instance can be deleted again. Succeeds when it is not protected.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance'],
    query: inProject,
    response: Instance,
    status: 200,
  }),
})
