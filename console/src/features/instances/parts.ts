import {
  instanceDiskList,
  instanceExternalIpList,
  instanceNetworkInterfaceList,
  instanceSshPublicKeyList,
} from '@granary/contract/generated/client.ts'
import { namedQuery } from '../../api/queries.ts'
import { type InstancePath, instanceQuery } from './use-instance.ts'

// Queries of what an instance has. Like the instance itself, they still find it after it was renamed: until the address
// has the new name, the page would otherwise show that they could not be loaded.

/** Returns the query of the disks of an instance. */
export const disksOf = ({ project, instance }: InstancePath) =>
  namedQuery(
    instanceDiskList,
    { path: { instance }, query: { project } },
    (id) => ({ path: { instance: id } }),
    instanceQuery({ project, instance }),
  )

/** Returns the query of the external addresses of an instance. */
export const externalIpsOf = ({ project, instance }: InstancePath) =>
  namedQuery(
    instanceExternalIpList,
    { path: { instance }, query: { project } },
    (id) => ({ path: { instance: id } }),
    instanceQuery({ project, instance }),
  )

/** Returns the query of the network interfaces of an instance. */
export const interfacesOf = ({ project, instance }: InstancePath) =>
  namedQuery(
    instanceNetworkInterfaceList,
    { query: { instance, project } },
    (id) => ({ query: { instance: id } }),
    instanceQuery({ project, instance }),
  )

/** Returns the query of the SSH keys of an instance. */
export const keysOf = ({ project, instance }: InstancePath) =>
  namedQuery(
    instanceSshPublicKeyList,
    { path: { instance }, query: { project } },
    (id) => ({ path: { instance: id } }),
    instanceQuery({ project, instance }),
  )
