import { MAX_LISTED } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { InstanceCreate, InstanceUpdate } from './schemas/instance-requests.ts'
import { bootsFrom, Instance, InstanceListItem, InstanceState } from './schemas/instance-views.ts'
import { on } from './needs.ts'
import { family, get, post, put } from './operation.ts'
import { countedPageOf, inProject, NameOrIdSortMode, ofProject, paginated, searchable } from './scalars.ts'
import { SshKeyPage } from './ssh-keys.ts'

export const instances = family('instances', {
  instanceList: get('/v1/instances', {
    summary: 'List instances',
    description:
      'Can be narrowed to names that contain a text, to run states, and to the images or operating systems that instances boot from. Each item includes the external addresses of the instance.',
    needs: on('project', 'list_contents'),
    shows: ['instance', 'floating-ip', 'external-ip'],
    columns: ['name', 'runState', 'ncpus', 'memory', 'externalIps', 'timeCreated', 'id'],
    query: {
      ...ofProject,
      ...searchable,
      runState: extraInput(
        z.array(InstanceState).max(MAX_LISTED).meta({ description: 'Only instances in one of these states' }),
      ),
      ...bootsFrom,
      ...paginated(NameOrIdSortMode),
    },
    response: countedPageOf(InstanceListItem).meta({ id: 'InstanceResultsPage' }),
  }),
  instanceCreate: post('/v1/instances', {
    summary: 'Create instance',
    description:
      'Creates the instance with its disks, network interfaces and addresses, and starts it unless told otherwise. When a start finds no capacity, the instance stays stopped and its `start_problem` says why.',
    needs: on('project', 'modify_contents'),
    changes: [
      'instance',
      'disk',
      'instance-network-interface',
      'external-ip',
      'floating-ip',
      'anti-affinity-group-member',
      'multicast-group',
      'multicast-group-member',
    ],
    query: ofProject,
    body: InstanceCreate,
    response: Instance,
  }),
  instanceView: get('/v1/instances/{instance}', {
    summary: 'Fetch instance',
    description: 'Includes the run state, and why the last automatic start failed.',
    needs: on('instance', 'read'),
    shows: ['instance'],
    query: inProject,
    response: Instance,
  }),
  instanceUpdate: put('/v1/instances/{instance}', {
    summary: 'Update instance',
    description:
      'Replaces every setting; null clears one. CPUs, memory and CPU platform can only change while the instance is stopped.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance', 'multicast-group', 'multicast-group-member'],
    query: inProject,
    body: InstanceUpdate,
    response: Instance,
  }),
  instanceSshPublicKeyList: get('/v1/instances/{instance}/ssh-public-keys', {
    summary: 'List SSH public keys of an instance',
    description: 'Lists the keys that the instance was created with and that still exist.',
    needs: on('instance', 'read'),
    shows: ['ssh-key'],
    columns: ['name', 'description', 'timeCreated', 'id'],
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: SshKeyPage,
  }),
})
