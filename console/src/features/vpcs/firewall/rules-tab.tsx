import { ruleSentence } from '@granary/domain/firewall-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { NotKnown } from '../../../app/kit/pages/failed.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { readAgain } from '../../../app/kit/pages/unread.tsx'
import { useLocalNameFilter } from '../../../app/kit/lists/use-name-filter.ts'
import { useWhole } from '../../../app/kit/lists/use-whole.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { containsLoosely } from '../../../ui/fields/contains-loosely.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { ruleColumns } from './rule-columns.tsx'
import type { Rule } from './rules.ts'
import { rulesQuery } from './rules-query.ts'
import { Effects, useEffects } from './use-effects.ts'

/** By priority. Rules of the same priority stay sorted by name. */
const byPriority = ({ rules }: { rules: Rule[] }): Rule[] => rules.toSorted((a, b) => a.priority - b.priority)

/** Lists the firewall rules of a VPC. */
export function RulesTab() {
  const vpc = useVpc()
  const { project } = useVpcPath()
  const path = useMemo(() => ({ project, vpc: vpc.name }), [project, vpc.name])
  const { name = '', filter } = useLocalNameFilter()
  const whole = useWhole(rulesQuery(vpc.id), byPriority)
  const rows = useMemo(
    () =>
      name
        ? whole.rows?.filter((rule) => containsLoosely(`${rule.name} ${ruleSentence(rule)}`, name))
        : whole.rows,
    [whole.rows, name],
  )
  const { effects, error } = useEffects(whole.rows)
  const client = useQueryClient()
  const columns = useMemo(() => ruleColumns(path, vpc.id), [path, vpc.id])
  const href = pathTo('/projects/$project/vpcs/$vpc/firewall-rules-new', path)
  useQuickActions(
    'Actions',
    useMemo(() => [{ label: 'New firewall rule', href }], [href]),
  )
  useQuickActions(
    'Edit firewall rule',
    useMemo(
      () =>
        (whole.rows ?? []).map((rule) => ({
          label: rule.name,
          href: pathTo('/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit', {
            ...path,
            rule: rule.name,
          }),
        })),
      [whole.rows, path],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/vpcs/$vpc/firewall-rules-new" params={path}>
      New rule
    </CreateLink>
  )
  return (
    <Effects value={effects}>
      <ListSection
        title="Firewall rules"
        create={create}
        columns={columns}
        page={{ ...whole, rows }}
        rowId={(rule) => rule.id}
        filter={{ ...filter, by: 'name or words' }}
        filters={
          error && (
            <NotKnown
              what="Hints about rules that never match"
              error={error}
              onRetry={() => void readAgain(client)}
            />
          )
        }
        empty={
          <EmptyState
            title="No firewall rules"
            purpose="Without rules, instances receive no traffic, and can send to anywhere."
            body="Create a rule to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </Effects>
  )
}
