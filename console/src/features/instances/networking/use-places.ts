import { vpcList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../../api/queries.ts'

/** Reads the VPCs of a project. */
export const useVpcs = (project: string) =>
  useQuery({ ...allQuery(vpcList, { query: { project } }), throwOnError: false })

/** Reads the subnets of a VPC, if one is chosen. */
export const useSubnets = (project: string, vpc: string | null) =>
  useQuery({
    ...allQuery(vpcSubnetList, { query: { project, vpc: vpc ?? '' } }),
    enabled: vpc !== null,
    throwOnError: false,
  })
