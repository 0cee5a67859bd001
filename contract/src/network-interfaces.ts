import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import { NameOrId, NameOrIdSortMode, paginated } from './scalars.ts'
import {
  InstanceNetworkInterface,
  InstanceNetworkInterfaceResultsPage,
  InstanceNetworkInterfaceCreate,
  InstanceNetworkInterfaceUpdate,
} from './schemas/network-interfaces.ts'

const ofInstance = {
  instance: NameOrId.optional().meta({
    description: 'Name or ID of the instance; required with a name, refused with an ID',
  }),
  project: NameOrId.optional().meta({
    description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
  }),
}

export const networkInterfaces = family('instances', {
  instanceNetworkInterfaceList: get('/v1/network-interfaces', {
    summary: 'List network interfaces of an instance',
    description: 'Each interface lies in one subnet. The primary one carries the external addresses.',
    needs: on('instance', 'list_contents'),
    shows: ['instance-network-interface'],
    columns: ['name', 'primary', 'ipStack', 'mac', 'subnetId', 'vpcId', 'timeCreated', 'id', 'description'],
    query: {
      instance: NameOrId.meta({ description: 'Name or ID of the instance' }),
      project: NameOrId.optional().meta({
        description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
      }),
      ...paginated(NameOrIdSortMode),
    },
    response: InstanceNetworkInterfaceResultsPage,
  }),
  instanceNetworkInterfaceCreate: post('/v1/network-interfaces', {
    summary: 'Create network interface of an instance',
    description:
      'The instance has to be stopped. All of its interfaces lie in the same VPC, and the first one is the primary one.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: {
      instance: NameOrId.meta({ description: 'Name or ID of the instance' }),
      project: NameOrId.optional().meta({
        description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
      }),
    },
    body: InstanceNetworkInterfaceCreate,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceView: get('/v1/network-interfaces/{interface}', {
    summary: 'Fetch network interface',
    description: 'Includes its MAC address and its private addresses.',
    needs: on('instance-network-interface', 'read'),
    shows: ['instance-network-interface'],
    query: ofInstance,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceUpdate: put('/v1/network-interfaces/{interface}', {
    summary: 'Update network interface',
    description:
      'The instance has to be stopped. Making an interface primary makes the previous one secondary.',
    needs: on('instance-network-interface', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: ofInstance,
    body: InstanceNetworkInterfaceUpdate,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceDelete: del('/v1/network-interfaces/{interface}', {
    summary: 'Delete network interface',
    description: 'The instance has to be stopped. The primary interface can only be deleted last.',
    needs: on('instance-network-interface', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: ofInstance,
  }),
})
