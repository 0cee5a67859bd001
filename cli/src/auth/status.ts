import { configPath, readConfig } from '../config.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson } from '../http.ts'
import { asJson } from '../output/json.ts'
import { pairs } from '../output/table.ts'
import { signInFor, targetOf, type World } from '../target.ts'

type Me = { id: string; display_name: string; silo_name: string }

/** `granary auth status`: shows the signed-in user, as reported by the server. */
export async function status(world: World, given: { host?: string; json?: boolean }): Promise<void> {
  const target = targetOf(world, given.host)
  const { host, token } = target
  if (!token) throw new CommandError(EXIT.notSignedIn, `not signed in to ${host}: run \`granary auth login\``)
  const me = await askJson<Me>(target, { method: 'GET', path: '/v1/me' }, world.interrupted)
  const isGiven = Boolean(world.environment.GRANARY_TOKEN)
  const config = readConfig(configPath(world.environment))
  const expires = isGiven ? undefined : (signInFor(host, config)?.timeExpires ?? null)
  const about = {
    host,
    user: me.display_name,
    silo: me.silo_name,
    user_id: me.id,
    token_from: isGiven ? 'GRANARY_TOKEN' : configPath(world.environment),
    ...(expires === undefined ? {} : { token_expires: expires }),
  }
  if (given.json) return void world.out.write(asJson(about))
  const lines = Object.entries(about).map(
    ([name, value]) => [name.replaceAll('_', ' '), value ?? 'never'] as const,
  )
  world.out.write(pairs(lines))
}
