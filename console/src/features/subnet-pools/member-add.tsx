import { systemSubnetPoolMemberAdd } from '@granary/contract/generated/client.ts'
import type { IpVersion } from '@granary/domain/ip.ts'
import { MAX_PREFIX_LENGTH, memberSubnetProblem, prefixLengthProblem } from '@granary/domain/subnet-pools.ts'
import { pastedNetwork } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { usePoolRefusal } from '../../kinds/pool/use-pool-refusal.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { usePool } from './pool-query.ts'

type Values = { subnet: string; minPrefixLength: number | null; maxPrefixLength: number | null }

const EXAMPLES = { v4: '198.51.100.0/24', v6: 'fd00:1234::/48' } as const

/** The panel that adds a network to a subnet pool. */
export function MemberAdd() {
  const pool = usePool()
  const refusal = usePoolRefusal(SUBNET_POOLS)
  const navigate = useNavigate()
  const add = useOperation(systemSubnetPoolMemberAdd)
  const form = useForm<Values>({
    defaultValues: { subnet: '', minPrefixLength: null, maxPrefixLength: null },
  })
  const toPool = () =>
    navigate({ to: '/system/networking/subnet-pools/$pool', params: { pool: pool.name }, replace: true })
  const longest = MAX_PREFIX_LENGTH[pool.ipVersion]
  return (
    <FormPanel
      form={form}
      refusal={refusal}
      title="Add member"
      onDismiss={() => void toPool()}
      onSubmit={async (values) => {
        await add({ path: { pool: pool.id }, body: { ...values, subnet: values.subnet.trim() } })
        addToast({ content: 'Member added' })
        await toPool()
      }}
    >
      <MessageBox>
        This is an IP{pool.ipVersion} pool. The prefix lengths limit the size of external subnets from the
        member. Both lie between the prefix length of the member itself and {longest}.
      </MessageBox>
      <Bound
        control={form.control}
        name="subnet"
        deps={['minPrefixLength', 'maxPrefixLength']}
        problem={(text) => memberSubnetProblem(text.trim(), pool.ipVersion)}
      >
        {(field) => (
          <TextField
            {...field}
            label="Subnet"
            hint={`A network in CIDR notation, such as ${EXAMPLES[pool.ipVersion]}`}
            required
            mono
            tidy={pastedNetwork}
          />
        )}
      </Bound>
      <PrefixLengths form={form} ipVersion={pool.ipVersion} />
      <RelevantDocs links={SUBNET_POOLS.docs.links} />
    </FormPanel>
  )
}

type PrefixLengthsProps = { form: UseFormReturn<Values>; ipVersion: IpVersion }

/** The limits of the external subnets of a member. Each is checked against the other one and the member. */
function PrefixLengths({ form: { control }, ipVersion }: PrefixLengthsProps) {
  const problemOf = (which: 'min' | 'max', values: Values) =>
    prefixLengthProblem(
      which,
      { min: values.minPrefixLength, max: values.maxPrefixLength },
      values.subnet.trim(),
      ipVersion,
    )
  return (
    <>
      <Bound
        control={control}
        name="minPrefixLength"
        deps={['maxPrefixLength']}
        problem={(_, values) => problemOf('min', values)}
      >
        {(field) => (
          <NumberField
            {...field}
            label="Min prefix length"
            hint="The largest external subnet. Default: the whole member."
          />
        )}
      </Bound>
      <Bound
        control={control}
        name="maxPrefixLength"
        deps={['minPrefixLength']}
        problem={(_, values) => problemOf('max', values)}
      >
        {(field) => (
          <NumberField
            {...field}
            label="Max prefix length"
            hint="The smallest external subnet. Default: a single address."
          />
        )}
      </Bound>
    </>
  )
}
