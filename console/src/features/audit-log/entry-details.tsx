import { isUuid } from '@granary/domain/names.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { Link } from '@tanstack/react-router'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { actorText, userText } from './actor-text.ts'
import type { AuditEntry } from './audit-entry.ts'
import { ResourceLink } from './resource-link.tsx'
import { ResultBadge } from './result-badge.tsx'
import type { AuditSearch } from './search.ts'

type EntryDetailsProps = {
  entry: AuditEntry
  /** Filters the log; undefined if the server can't. */
  onFilter: ((next: AuditSearch) => void) | undefined
  onClose: () => void
}

type User = NonNullable<AuditEntry['signedIn']> | Extract<AuditEntry['actor'], { kind: 'silo_user' }>

const AUTH_METHODS = { session_cookie: 'Session', access_token: 'Access token', scim_token: 'SCIM token' }

/** The details panel of an entry of the audit log. */
export default function EntryDetails({ entry, onFilter, onClose }: EntryDetailsProps) {
  const { actor, authMethod, credentialId, result, operationId, resource, signedIn } = entry
  const user = actor.kind === 'silo_user' ? actor : (signedIn ?? undefined)
  return (
    <ReadOnlySidePanel
      title="Audit log entry"
      subtitle={<PanelSubject icon={ScrollText} name={operationId} />}
      onClose={onClose}
    >
      <PropertiesTable>
        <Property label="Result">
          <ResultBadge {...entry} />
        </Property>
        {entry.repeats ? (
          <Property label="Repeated">{`${fullNumber(entry.repeats)} × within a minute`}</Property>
        ) : null}
        <Property label="Caller">
          {actor.kind === 'silo_user' ? <UserLink user={actor} /> : actorText(actor)}
        </Property>
        {signedIn && (
          <Property label="Signed in">
            <UserLink user={signedIn} />
          </Property>
        )}
        {resource && (
          <Property label="Resource">
            <ResourceLink resource={resource} />
          </Property>
        )}
        <Property label="Authentication">{authMethod ? AUTH_METHODS[authMethod] : <Missing />}</Property>
        <Property label="Credential">{credentialId ? <Id id={credentialId} /> : <Missing />}</Property>
        <Property label="Address">
          <Id id={entry.sourceIp} />
        </Property>
        <Property label="Started">
          <DateTime date={entry.timeStarted} />
        </Property>
        <Property label="Completed">
          <DateTime date={entry.timeCompleted} />
        </Property>
        <Property label="Request ID">
          <Id id={entry.requestId} />
        </Property>
      </PropertiesTable>
      {result.kind === 'error' && (
        <LongText label="Message">
          {result.errorCode && <span className="font-mono text-xs">{result.errorCode}: </span>}
          {result.errorMessage}
        </LongText>
      )}
      <LongText label="Request">
        <span className="font-mono text-xs">{entry.requestUri}</span>
      </LongText>
      {entry.userAgent && <LongText label="Client">{entry.userAgent}</LongText>}
      {onFilter && (
        <div className="mt-5 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onPress={() => onFilter({ operation: operationId })}>
            Only this operation
          </Button>
          {user && (
            <Button variant="secondary" size="sm" onPress={() => onFilter({ actor: user.siloUserId })}>
              Only this user
            </Button>
          )}
          {resource && isUuid(resource.id) && (
            <Button variant="secondary" size="sm" onPress={() => onFilter({ resource: resource.id })}>
              Only this resource
            </Button>
          )}
        </div>
      )}
    </ReadOnlySidePanel>
  )
}

/** Names a user, with a link while they exist. */
const UserLink = ({ user }: { user: User }) =>
  user.displayName ? (
    <Link
      to="/system/silos/$silo/users/$userId"
      params={{ silo: user.siloId, userId: user.siloUserId }}
      className="text-accent hover:underline"
    >
      {user.displayName}
    </Link>
  ) : (
    userText(user)
  )

const LongText = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="mt-5 text-sm">
    <h4 className="mb-1 text-text-muted">{label}</h4>
    <p className="wrap-anywhere">{children}</p>
  </section>
)
