import {
  diskList,
  imageView,
  instanceAntiAffinityGroupList,
  instanceDiskList,
  instanceList,
  instanceNetworkInterfaceList,
  instanceView,
  vpcSubnetView,
  vpcView,
} from '@granary/contract/generated/client.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { ALL, allQuery, apiQuery } from '../../../api/queries.ts'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { likeValues, type Original } from './like-values.ts'
import type { InstanceValues } from './values.ts'

type LikeNoticeProps = {
  form: UseFormReturn<InstanceValues>
  project: string
  like: string
  /** Called when the form is filled in, or has a draft instead. */
  onFilled: () => void
}

/** Fills the form in from another instance, unless it has a draft, and says what is not copied. */
export default function LikeNotice({ form, project, like, onFilled }: LikeNoticeProps) {
  const original = useQuery(originalQuery(project, like))
  const { data } = original
  const filled = useEffectEvent(onFilled)
  useEffect(() => {
    if (!data) return
    if (!form.getFieldState('name').isDirty)
      for (const [field, value] of Object.entries(likeValues(data)))
        form.setValue(
          field as FieldPath<InstanceValues>,
          value as FieldPathValue<InstanceValues, FieldPath<InstanceValues>>,
          { shouldDirty: true },
        )
    filled()
  }, [data, form])
  if (original.error)
    return (
      <Failed what="The instance to copy" error={original.error} onRetry={() => void original.refetch()} />
    )
  if (!data) return null
  return (
    <MessageBox>
      Filled in from <Highlight>{data.instance.name}</Highlight>. Addresses, SSH keys and user data are not
      copied, and new disks don&apos;t have the content of the old ones.
    </MessageBox>
  )
}

/** Reads an instance and all that a new one like it gets, once. */
const originalQuery = (project: string, like: string) =>
  queryOptions({
    queryKey: ['instance-to-copy', project, like],
    queryFn: ({ client }) => readOriginal(client, project, like),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    throwOnError: false,
  })

async function readOriginal(client: QueryClient, project: string, like: string): Promise<Original> {
  const query = { project }
  const instance = await client.fetchQuery(apiQuery(instanceView, { path: { instance: like }, query }))
  const path = { instance: instance.id }
  const all = { limit: ALL }
  const [disks, nics, groups, instances, taken] = await Promise.all([
    client.fetchQuery(apiQuery(instanceDiskList, { path, query: all })),
    client.fetchQuery(apiQuery(instanceNetworkInterfaceList, { query: { instance: instance.id, ...all } })),
    client.fetchQuery(apiQuery(instanceAntiAffinityGroupList, { path, query: all })),
    client.fetchQuery(allQuery(instanceList, { query })),
    client.fetchQuery(allQuery(diskList, { query })),
  ])
  const imageId = disks.items.find(({ id }) => id === instance.bootDiskId)?.imageId
  return {
    instance,
    disks: disks.items,
    nics: nics.items,
    groups: groups.items.map(({ id }) => id),
    // The image may be deleted, or hidden from the user.
    image: imageId
      ? await client.fetchQuery(apiQuery(imageView, { path: { image: imageId } })).catch(() => null)
      : null,
    places: await placesOf(client, nics.items),
    taken: { instances: instances.map(({ name }) => name), disks: taken.map(({ name }) => name) },
  }
}

async function placesOf(client: QueryClient, nics: Original['nics']): Promise<Original['places']> {
  const found = nics.map(async ({ vpcId, subnetId }) => {
    const [vpc, subnet] = await Promise.all([
      client.fetchQuery(apiQuery(vpcView, { path: { vpc: vpcId } })),
      client.fetchQuery(apiQuery(vpcSubnetView, { path: { subnet: subnetId } })),
    ])
    return [subnetId, { vpc: vpc.name, subnet: subnet.name }] as const
  })
  return new Map(await Promise.all(found))
}
