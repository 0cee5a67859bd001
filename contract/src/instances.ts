import { INSTANCE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { InstanceCreate, InstanceUpdate } from './schemas/instance-requests.ts'
import { Instance, InstanceListItem } from './schemas/instance-views.ts'
import { searchableBy } from './list-filter.ts'
import { on } from './needs.ts'
import { family, get, post, put } from './operation.ts'
import { countedPageOf, inProject, NameOrIdSortMode, ofProject, paginated } from './scalars.ts'
import { SshKeyPage } from './ssh-keys.ts'

export const instances = family('instances', {
  instanceList: get('/v1/instances', {
    summary: 'List instances',
    description: 'Each item includes the external addresses of the instance.',
    choices: 'instances',
    needs: on('project', 'list_contents'),
    shows: ['instance', 'floating-ip', 'external-ip'],
    columns: ['name', 'runState', 'ncpus', 'memory', 'externalIps', 'timeCreated', 'id'],
    query: {
      ...ofProject,
      ...searchableBy(INSTANCE_FIELDS),
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
    expectedFailures: { 404: 'the instance of a disk may be deleted' },
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
