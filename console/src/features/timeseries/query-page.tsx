import { useQueryClient } from '@tanstack/react-query'
import ChartLine from 'lucide-react/icons/chart-line'
import { useEffect, useRef, useState } from 'react'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { useExtensions } from '../../api/extensions.ts'
import { fullTime } from '../../ui/chart/times.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { MetricsDocs } from './docs.tsx'
import { type EditorHandle, QueryEditor } from './editor/query-editor.tsx'
import { mistakeIn } from './editor/query-mistake.ts'
import { useSettled } from '../../ui/editor/use-settled.ts'
import { ExampleList } from './example-list.tsx'
import { examplesFor } from './examples.ts'
import { useHistory } from './history/use-history.ts'
import { QueryToolbar } from './query-toolbar.tsx'
import { Result } from './result/result.tsx'
import type { QuerySearch, Scope } from './scope.ts'
import { knownValues } from './known-values.ts'
import { useLinkedAnswer } from './use-linked-answer.ts'
import { useResourceNames } from './use-resource-names.ts'

/** Milliseconds without typing before a mistake is shown. */
const REST_MS = 400

type QueryPageProps = { scope: Scope; search: QuerySearch }

/** Runs queries over time series, and shows the answers as charts and tables. */
export function QueryPage({ scope, search }: QueryPageProps) {
  const { q, tab = 'chart' } = search
  const navigate = useNavigateHere()
  const client = useQueryClient()
  const history = useHistory()
  const editor = useRef<EditorHandle>(null)
  const { text, setText, expectQuery } = useText(q, history.remember)
  const { check, mistake, setAttempted } = useMistake(text, scope)
  const isAnswered = q !== undefined && check(q) === null
  const { answer, queryKey, at, zoom, setZoom, runNow } = useLinkedAnswer(scope, search, isAnswered)
  const names = useResourceNames(scope, text)
  const known = knownValues(names, answer.data)
  const run = (query: string) => {
    if (query.trim() === '') return
    setText(query)
    const wrong = check(query)
    if (wrong) {
      setAttempted(query)
      editor.current?.focusAt(wrong.from)
      return
    }
    history.remember(query)
    if (query === q) runNow()
    else {
      expectQuery(query)
      const started = { q: query, zoom: undefined, at: undefined }
      navigate({ search: (now) => ({ ...now, ...started }) })
    }
  }
  const choose = (query: string) => {
    if (isUnrun(text, q, query)) history.remember(text)
    run(query)
  }
  return (
    <>
      <PageHeader title="Metrics" icon={<ChartLine />} actions={<MetricsDocs />} />
      <QueryEditor
        ref={editor}
        value={text}
        onChange={setText}
        onRun={() => run(text)}
        mistake={mistake}
        known={known}
      />
      <QueryToolbar
        canRun={text.trim() !== ''}
        isRunning={answer.isFetching && (text === q ? 'this' : 'other')}
        examples={examplesFor(scope)}
        onRun={() => run(text)}
        onCancel={() => void client.cancelQueries({ queryKey })}
        onChoose={choose}
      />
      {at !== null && (
        <p className="mb-2 text-sm text-text-muted">
          As of {fullTime(at)}. Run the query to see newer points.
        </p>
      )}
      {!isAnswered ? (
        <ExampleList examples={examplesFor(scope)} onChoose={choose} />
      ) : (
        <Result
          data={answer.data}
          error={answer.error}
          isFetching={answer.isFetching}
          names={names.all}
          tab={tab}
          onTab={(next) =>
            navigate({
              search: (now) => ({ ...now, tab: next === 'chart' ? undefined : next }),
              replace: true,
            })
          }
          zoom={zoom}
          onZoom={setZoom}
          onRun={() => void answer.refetch()}
        />
      )}
    </>
  )
}

/** Whether a text would be lost when another query replaces it: it is neither that one nor the last one that ran. */
const isUnrun = (text: string, ran: string | undefined, next: string | undefined): boolean =>
  text.trim() !== '' && text !== ran && text !== next

/** Finds the mistake in a query. It is shown once the user has stopped typing, or has tried to run the query. */
function useMistake(text: string, scope: Scope) {
  // Another server may have other series, and answers with the mistake itself.
  const checks = useExtensions() !== null
  const check = (query: string) => (checks && query.trim() !== '' ? mistakeIn(query, scope) : null)
  const [attempted, setAttempted] = useState<string | null>(null)
  const isSettled = useSettled(text, REST_MS) === text || attempted === text
  return { check, mistake: isSettled ? check(text) : null, setAttempted }
}

/**
 * The text of the editor. The back button and links replace it with the query of the URL; a query that runs from here
 * doesn't, because the user may have typed on by the time it is in the URL.
 * @param remember keeps a replaced text that has not run.
 */
function useText(q: string | undefined, remember: (text: string) => void) {
  const [text, setText] = useState(q ?? '')
  const [known, setKnown] = useState(q)
  const [expected, setExpected] = useState<readonly string[]>([])
  const [replaced, setReplaced] = useState<string | null>(null)
  if (known !== q) {
    setKnown(q)
    const at = q === undefined ? -1 : expected.indexOf(q)
    if (at >= 0) setExpected(expected.slice(at + 1))
    else {
      setExpected([])
      setText(q ?? '')
      if (isUnrun(text, known, q)) setReplaced(text)
    }
  }
  useEffect(() => {
    if (replaced === null) return
    remember(replaced)
    setReplaced(null)
  }, [replaced, remember])
  // A query that runs twice before it is in the URL arrives there once.
  const expectQuery = (query: string) =>
    setExpected((before) => (before.at(-1) === query ? before : [...before, query]))
  return { text, setText, expectQuery }
}
