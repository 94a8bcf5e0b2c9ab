import { writeFileSync } from 'node:fs';
import { themeCss } from './themeCss.ts';

writeFileSync(new URL('../src/app/theme.css', import.meta.url), themeCss());
