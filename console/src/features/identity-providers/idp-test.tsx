import type { CallOutput } from '@granary/contract/call.ts'
import { samlTestView } from '@granary/contract/generated/client.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { useMatchOf } from '../../app/route-params.ts'
import { RoleBadge } from '../../kinds/role/roles.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { Missing } from '../../ui/format/missing.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { PanelSection } from './panel-section.tsx'

const ROUTES = [
  '/authenticated/system/silos/$silo/idps-list/idps/saml/$provider/tests/$test',
  '/authenticated/silo/silo/idps-list/idps/saml/$provider/tests/$test',
] as const

type Result = CallOutput<'samlTestView'>

/** The panel with the result of a test of a provider. */
export function IdpTest() {
  const { silo, at } = useSilo()
  const { provider, test } = useMatchOf(ROUTES).params
  const call = usePageExtensions().call(samlTestView)
  const { data: result } = useSuspenseQuery(
    apiQuery(call, { path: { provider, test }, query: { silo: silo.name } }),
  )
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="Test sign-in"
      subtitle={<PanelSubject icon={KeyRound} name={provider} />}
      animate={animate}
      onClose={() => void navigate({ href: at('idps') })}
    >
      <div className="flex flex-col gap-5">
        <Outcome {...result} />
        {result.effect && <Effect {...result.effect} />}
        {result.sent && <Sent {...result.sent} />}
      </div>
    </ReadOnlySidePanel>
  )
}

const SENTENCES = {
  accepted: 'This was a test: no user was signed in, and nothing has changed.',
  waiting: 'The provider has not answered yet.',
  ended: 'This test has ended. Begin another in the menu of the provider.',
} as const

function Outcome({ state, reason }: Result) {
  if (state === 'refused')
    return (
      <MessageBox variant="error" title="A sign-in would be refused">
        {reason}
      </MessageBox>
    )
  return (
    <MessageBox variant="notice" title={state === 'accepted' ? 'A sign-in would succeed' : undefined}>
      {SENTENCES[state]}
    </MessageBox>
  )
}

const Names = ({ names }: { names: readonly string[] }): ReactNode =>
  names.length === 0 ? (
    <Missing />
  ) : (
    <ul className="flex flex-col gap-1">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  )

function Effect(effect: NonNullable<Result['effect']>) {
  return (
    <PanelSection title="Effect of a sign-in">
      {effect.keepsGroups && (
        <MessageBox variant="notice">
          The answer lacks the group attribute. The user would keep the present groups.
        </MessageBox>
      )}
      <PropertiesTable>
        <Property label="User">
          {effect.displayName} ({effect.isNew ? 'new' : 'exists'})
        </Property>
        <Property label="Identified by">
          <code className="font-mono text-xs wrap-anywhere">{effect.externalId}</code>
        </Property>
        <Property label="Joins">
          <Names names={effect.joins} />
        </Property>
        <Property label="Leaves">
          <Names names={effect.leaves} />
        </Property>
        <Property label="Stays in">
          <Names names={effect.stays} />
        </Property>
        <Property label="Silo role">
          {effect.siloRole ? <RoleBadge level="silo" role={effect.siloRole} /> : <Missing />}
        </Property>
        {effect.fleetRole && (
          <Property label="Fleet role">
            <RoleBadge level="fleet" role={effect.fleetRole} />
          </Property>
        )}
      </PropertiesTable>
    </PanelSection>
  )
}

const Code = ({ text }: { text: string | null }): ReactNode =>
  text === null ? <Missing /> : <code className="font-mono text-xs wrap-anywhere">{text}</code>

function Sent(sent: NonNullable<Result['sent']>) {
  return (
    <PanelSection title="Sent by the provider" hint="As it is in the answer, before any check.">
      <PropertiesTable>
        <Property label="Issuer">
          <Code text={sent.issuer} />
        </Property>
        <Property label="Audience">
          <Code text={sent.audience} />
        </Property>
        <Property label="Recipient">
          <Code text={sent.recipient} />
        </Property>
        <Property label="NameID">
          <Code text={sent.nameId} />
        </Property>
        <Property label="NameID format">
          <Code text={sent.nameIdFormat} />
        </Property>
        {sent.attributes.map(({ name, values }, index) => (
          <Property key={index} label={name}>
            <Names names={[...new Set(values)]} />
          </Property>
        ))}
      </PropertiesTable>
    </PanelSection>
  )
}
