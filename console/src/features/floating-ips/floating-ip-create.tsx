import { floatingIpCreate, ipPoolList } from '@granary/contract/generated/client.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { pastedAddress } from '@granary/domain/pasted.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { offerDefault } from '../../app/kit/forms/offer-default.ts'
import { useProject } from '../../app/route-params.ts'
import { IdentityFields } from '../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { FLOATING_IP_DOCS } from './docs.ts'
import { offeredPools, preselectedPool } from './pools.ts'

type Values = {
  name: string
  description: string
  tags: string
  allocation: 'auto' | 'explicit'
  pool: string | null
  ip: string
}

const FIELDS = {
  'addressAllocator.poolSelector': 'pool',
  'addressAllocator.ip': 'ip',
  addressAllocator: 'pool',
} as const satisfies FieldsOfBody<'floatingIpCreate', Values>

const ALLOCATIONS = [
  {
    value: 'auto' as const,
    label: 'Automatic',
    description: 'Takes the first free address of a pool.',
  },
  {
    value: 'explicit' as const,
    label: 'Chosen address',
    description: 'Takes an address that you know, if it is free and in a pool of the silo.',
  },
]

const bodyOf = ({ name, description, tags, allocation, pool, ip }: Values) => ({
  name,
  description,
  tags: newTags(tags),
  addressAllocator:
    allocation === 'explicit'
      ? { type: 'explicit' as const, ip: ip.trim() }
      : { type: 'auto' as const, poolSelector: { type: 'explicit' as const, pool: pool! } },
})

/** The panel that creates a floating IP with an automatic or a chosen address. */
export function FloatingIpCreate() {
  const project = useProject()
  const navigate = useNavigate()
  const createFloatingIp = useOperation(floatingIpCreate)
  const pools = useQuery({ ...allQuery(ipPoolList, {}), throwOnError: false })
  const form = useForm<Values>({
    defaultValues: { name: '', description: '', tags: '', allocation: 'auto', pool: null, ip: '' },
  })
  const offered = offeredPools(pools.data ?? [])
  const preselected = preselectedPool(offered)
  useEffect(() => {
    if (preselected) offerDefault(form, 'pool', preselected)
  }, [form, preselected])
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/floating-ips', params: { project }, replace })
  return (
    <FormPanel
      form={form}
      title="Create floating IP"
      fields={FIELDS}
      keepsDraft
      onDismiss={() => void toList()}
      onSubmit={async (values) => {
        const created = await createFloatingIp({ query: { project }, body: bodyOf(values) })
        toastChanged('Floating IP', created.name, 'created')
        await toList(true)
      }}
    >
      <IdentityFields control={form.control} />
      <TagsField control={form.control} />
      <Bound control={form.control} name="allocation">
        {(field) => <RadioGroup {...field} label="Address" items={ALLOCATIONS} />}
      </Bound>
      {pools.data && offered.length === 0 && (
        <MessageBox variant="notice" title="No IP pool is linked to this silo">
          Floating IPs come from IP pools. Ask an operator to link one.
        </MessageBox>
      )}
      {form.watch('allocation') === 'auto' ? (
        <Bound key="pool" control={form.control} name="pool" problem={required('Pool')}>
          {(field) => (
            <Listbox
              {...field}
              label="Pool"
              placeholder="Select a pool"
              noItems="No pools available"
              isLoading={pools.isLoading}
              required
              items={offered.map(({ id, name, description, ipVersion, isDefault }) => ({
                value: id,
                label: name,
                description,
                badge: (
                  <>
                    <Badge color="neutral">{ipVersion}</Badge>
                    {isDefault && <Badge>default</Badge>}
                  </>
                ),
              }))}
            />
          )}
        </Bound>
      ) : (
        <Bound key="ip" control={form.control} name="ip" problem={(text) => ipProblem(text.trim())}>
          {(field) => <TextField {...field} label="IP address" tidy={pastedAddress} required mono />}
        </Bound>
      )}
      <RelevantDocs links={FLOATING_IP_DOCS.links} />
    </FormPanel>
  )
}
