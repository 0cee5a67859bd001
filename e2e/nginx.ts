// Serves the tests' server through nginx, with GRANARY_E2E_NGINX: its own limits and buffers, and only what a proxy must pass on.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureNginx } from '../scripts/apt.ts'
import { BEHIND_URL, SERVER_URL } from './places.ts'

const folder = mkdtempSync(join(tmpdir(), 'granary-e2e-nginx-'))
const file = join(folder, 'nginx.conf')
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path ${join(folder, name)};`)
  .join('\n')
/** Its workers write to the folder of the user that runs it. */
const user = process.getuid?.() === 0 ? 'user root;' : ''
writeFileSync(
  file,
  `${user} daemon off; pid ${join(folder, 'nginx.pid')}; events {}
   http {
     access_log off; ${temporary}
     server {
       listen ${new URL(SERVER_URL).host};
       location / {
         proxy_pass ${BEHIND_URL};
         proxy_http_version 1.1;
         proxy_set_header Host $http_host;
         proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
         proxy_set_header Upgrade $http_upgrade;
         proxy_set_header Connection $http_connection;
       }
     }
   }`,
)
ensureNginx()
const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', file], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => nginx.kill('SIGTERM'))
nginx.on('exit', (status) => process.exit(status ?? 1))
