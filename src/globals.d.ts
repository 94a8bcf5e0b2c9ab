/** The build this code belongs to; put in by the bundler. */
declare const __BUILD__: string;
