import type { Extensions } from '@granary/contract/call.ts'
import { vpcExplain } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Route from 'lucide-react/icons/route'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { useExtensions } from '../../../api/extensions.ts'
import { optionalQuery } from '../../../api/queries.ts'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { UnreadChoices } from '../../../app/kit/forms/unread-choices.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type Members, useMembers } from '../network/use-interfaces.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { AnswerView } from './answer.tsx'
import { AnsweredByLists } from './answered-by-lists.tsx'
import { bodyOf, type QuestionBody } from './question.ts'
import { QuestionForm } from './question-form.tsx'

const route = getRouteApi('/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/connectivity')

/** Explains why packets arrive or not. The question is in the address of the page. */
export function ConnectivityTab() {
  const search = route.useSearch()
  const { project } = useVpcPath()
  const { id } = useVpc()
  const { members, error } = useMembers(project, id)
  const body = bodyOf(search)
  const extensions = useExtensions()
  return (
    <>
      <Card
        title="Check a connection"
        description="Every route and firewall rule that packets meet, and what stops them"
      >
        <UnreadChoices className="mb-4">
          <QuestionForm key={JSON.stringify(search)} search={search} members={members} />
        </UnreadChoices>
      </Card>
      {body ? (
        extensions ? (
          <Answered body={body} extensions={extensions} members={members} />
        ) : (
          <AnsweredByLists body={body} members={members} membersError={error} />
        )
      ) : (
        <EmptyState
          icon={<Route />}
          title="Nothing checked yet"
          body="Choose where packets come from and where they go"
        />
      )}
    </>
  )
}

type AnsweredProps = { body: QuestionBody; extensions: Extensions; members: Members | undefined }

/** The answer stays live: a change of a rule or a route explains anew. */
function Answered({ body, extensions, members }: AnsweredProps) {
  const { id } = useVpc()
  const { data, error, refetch } = useQuery({
    ...optionalQuery(extensions, vpcExplain, { path: { vpc: id }, body }),
    placeholderData: undefined,
  })
  if (data) return <AnswerView answer={data} members={members} />
  if (error instanceof ApiError && error.statusCode === 400)
    return <MessageBox variant="error">{messageOf(error)}</MessageBox>
  if (error) return <Failed what="Connectivity" error={error} onRetry={() => void refetch()} />
  return <Spinner className="size-5 self-center text-text-muted" />
}
